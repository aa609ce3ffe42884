import { spawn } from 'node:child_process'

const timeoutMs = 15_000
const maxOutputBytes = 16 * 1024 * 1024

/** Runs a program to its end, and returns what it prints. Throws its error message if it fails. */
export function runProgram(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let size = 0
    let message = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutputBytes) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      message = (message + text).slice(0, 1000)
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'))
      else reject(new Error(message.trim().split('\n')[0] || `${program} failed with ${signal ?? `code ${code}`}`))
    })
    child.stdin.end(input)
  })
}
