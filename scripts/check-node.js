/**
 * Runs before `npm ci`, on the Node that runs npm. On Linux and Windows npm brings Node 24 for the project's scripts; on
 * macOS they run on the machine's own, see docs/dependencies.md.
 */
const [, version = '', os = ''] = /node\/v(\d+)\S* (\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (os === 'darwin' && Number(version) < 24) {
  process.stderr.write(
    `Headshots needs Node 24 or later on macOS, and this is Node ${version}: install it from https://nodejs.org/en/download, and run npm ci again.\n`,
  );
  process.exitCode = 1;
}
