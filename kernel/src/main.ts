import { program } from './program.ts'
import { reportFailure } from './serve.ts'

try {
  const text = await program(process.argv.slice(2), process.env)
  if (text !== undefined) console.log(text)
} catch (error) {
  process.exitCode = reportFailure(error)
}
