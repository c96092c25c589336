/** For whoever opens an archive years later, perhaps without the service. */
export const README = `This archive holds what a Replevin service stored about one case or one estate, for the person who downloaded it.

manifest.json lists every other file with its SHA-256, and is signed by the service. evidence-jwks.json has the public
keys of the service. evidence.json (of a case) and signed-messages.json (of an estate) hold what wallets have signed.
The folders "documents" and "wills" hold the documents that this person could read.

If reviewers have approved the recovery of a case on its chain, evidence.json has their signatures, and anybody can
schedule and execute it from this archive, also without the service:
  npx -p @replevin/sdk -p viem replevin execute THIS-ARCHIVE.zip --rpc NODE --dry-run

Check that nothing is missing or changed, without any service:
  npx @replevin/sdk verify THIS-ARCHIVE.zip

The keys in the archive show that all files come from one issuer. Who that is, only the keys show that the service
itself has published: compare them with a copy that you got elsewhere, and name it with --keys.
`;
