import { program } from './program.ts'
import { reportFailure } from './serve.ts'

// What the server writes is for its own account only, whoever starts it.
process.umask(0o077)

try {
  const text = await program(process.argv.slice(2), process.env)
  if (text !== undefined) console.log(text)
} catch (error) {
  process.exitCode = reportFailure(error)
}
