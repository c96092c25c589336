-- Requests from before 0007 have no state, which nobody can read: they were in the way of every list. What 0007 took
-- away (approvals, and when it was objected) is not made up: such a request is open again, unless it has ended, and
-- two reviewers approve it anew. The time to object is the default, 30 days.
UPDATE `release_requests` SET
	`state` = json_object(
		'applicantId', `applicant_id`,
		'requestedAt', `requested_at`,
		'challengeEndsAt', `requested_at` + 2592000000,
		'approvals', json('[]'),
		'downloadableUntil', NULL,
		'ended', json(CASE WHEN `status` IN ('objected', 'rejected') THEN json_object(
			'as', `status`,
			'at', coalesce((SELECT max(`at`) FROM `estate_history`
				WHERE `estate_history`.`target` = `release_requests`.`request_id`
				AND `estate_history`.`action` = 'release.' || `release_requests`.`status`), `requested_at`)
		) ELSE 'null' END)
	),
	`status` = CASE WHEN `status` IN ('objected', 'rejected') THEN `status` ELSE 'open' END,
	`revision` = `revision` + 1
WHERE `state` = '';
