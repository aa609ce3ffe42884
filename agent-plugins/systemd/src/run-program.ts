import { execFile } from 'node:child_process'

const limits = { timeout: 20_000, maxBuffer: 4 * 1024 * 1024, killSignal: 'SIGKILL' } as const

/** What a program prints, whatever its exit code; null if it cannot be run. */
export const runProgram = (program: string, args: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C' }
    execFile(program, args, { ...limits, env }, (error, stdout) => {
      resolve(error && (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : stdout)
    })
  })
