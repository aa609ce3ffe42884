import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { userInfo } from 'node:os'

/** Bytes of a file or of the output of a command. */
export const maxBytes = 256 * 1024

/** Reads a small file; `/proc` and `/sys` say that theirs are empty. Never blocks on a pipe. */
export async function readText(path: string, signal: AbortSignal): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const buffer = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) return buffer.toString('utf8', 0, length)
      length += bytesRead
      if (length > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`)
    }
  } finally {
    await file.close()
  }
}

/** Nothing of the agent's own environment: it holds credentials. */
function environment(): Record<string, string> {
  const { username, homedir } = userInfo()
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return { PATH, HOME: homedir, USER: username, LOGNAME: username, LANG: 'C.UTF-8' }
}

/** Runs a program without a shell, with empty standard input, in a process group of its own that ends with it. */
export function runProgram([program = '', ...args]: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: environment(),
    })
    const chunks: Buffer[] = []
    let size = 0
    let errors = ''
    let failure: Error | undefined
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has ended.
      }
    }
    const abort = () => {
      failure ??= signal.reason as Error
      end()
    }
    signal.addEventListener('abort', abort)
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      failure ??= new Error(`it printed more than ${maxBytes / 1024} KiB`)
      end()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(0, 200)
    })
    child.on('error', (error) => {
      failure ??= error
    })
    // What it left in the background keeps the pipes open.
    child.on('exit', end)
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else if (code !== 0)
        reject(new Error(`it ended with ${killedBy ?? `exit code ${code}`}${errors && `: ${errors.trim()}`}`))
      else resolve(Buffer.concat(chunks).toString())
    })
  })
}
