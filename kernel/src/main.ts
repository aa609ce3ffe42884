import { program } from './program.ts'
import { reportFailure } from './serve.ts'

/** Runs the program. Resolves to whether it is a server, which goes on. */
async function main(): Promise<boolean> {
  // What the server writes is for its own account only, whoever starts it.
  process.umask(0o077)
  try {
    const printed = await program(process.argv.slice(2), process.env)
    if (typeof printed === 'object') process.exitCode = printed.exitCode
    if (printed !== undefined) console.log(typeof printed === 'object' ? printed.text : printed)
    return printed === undefined
  } catch (error) {
    process.exitCode = reportFailure(error)
    return false
  }
}

export const started = main()
