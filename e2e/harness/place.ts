import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new temporary directory; the stage removes it. */
export const freshDirectory = (): string => mkdtempSync(join(tmpdir(), 'svc-e2e-'))

/** Below the ports that systems give to outgoing connections, and to servers that ask for any. */
const ports = { first: 12_000, end: 32_000 }

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that is free now, and stays so while a server on it restarts, since nothing else gets it by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.end)
    if (await isFree(port)) return port
  }
}
