import { spawn } from 'node:child_process'

const timeoutMs = 10_000
const maxOutputBytes = 8 * 1024 * 1024

/** Runs a program to its end, and returns what it prints. Throws what it says if it fails. */
export function runProgram(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C', LANG: 'C' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let size = 0
    let problem = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutputBytes) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(0, 1000)
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'))
      else reject(new Error(problem.trim().split('\n')[0] || `${program} ended with code ${code}`))
    })
    child.stdin.end(input)
  })
}
