/** Imported first by every script, so that an old Node gets one sentence instead of a stack trace. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `svc needs Node 20.19 or newer; this is ${process.version}. Install it from https://nodejs.org/ and retry.`,
  )
  process.exit(1)
}
