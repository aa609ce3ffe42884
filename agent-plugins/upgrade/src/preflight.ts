import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'

const timeoutMs = 60_000

/** Where executables of Linux and macOS name their processor. */
const formats = [
  { magic: Buffer.from('\x7fELF', 'latin1'), processorAt: 18, length: 2 },
  { magic: Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), processorAt: 4, length: 4 },
]

/** The processor that a program is for; undefined if its file does not say it in a known way. */
async function processorOf(path: string): Promise<string | undefined> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0)
  const format = formats.find(({ magic }) => buffer.subarray(0, magic.length).equals(magic))
  return format && buffer.toString('hex', format.processorAt, format.processorAt + format.length)
}

/** Starts the candidate and compares the version inside. Throws the reason why it cannot be installed. */
export async function preflight(candidate: string, version: string, signal: AbortSignal): Promise<void> {
  // The system might take a program for another processor for a shell script.
  const processor = await processorOf(candidate)
  if (processor !== undefined && processor !== (await processorOf(process.execPath)))
    throw new Error('the candidate is for another processor')
  await start(candidate, version, signal)
}

function start(candidate: string, version: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A candidate that hangs may also ignore SIGTERM.
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024, signal } as const
    execFile(candidate, ['--version'], options, (error, stdout) => {
      const printed = stdout.trim().slice(0, 100)
      if (error) reject(new Error(`the candidate does not start: ${reasonOf(error)}`))
      else if (printed !== version)
        reject(new Error(`the candidate is version ${printed || 'unknown'}, not ${version}`))
      else resolve()
    })
  })
}

function reasonOf(error: Error & { code?: string | number | null; signal?: string | null; killed?: boolean }): string {
  if (error.killed) return 'it did not exit'
  if (error.signal) return `it was killed by ${error.signal}`
  return typeof error.code === 'number' ? `it exited with code ${error.code}` : String(error.code ?? error.message)
}
