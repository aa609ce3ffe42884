import { node } from './setup/child.mjs'

/** Writes docs/configuration.md and docs/contracts.md. */
process.exitCode = await node(['--conditions=svc-source', 'scripts/docs/write.mjs'])
