import { startRelay, usage } from './program.ts'

/** The program `svc-push-relay`. */
async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    const isHelp = args.length === 1 && args[0] === '--help'
    ;(isHelp ? console.log : console.error)(usage)
    process.exitCode = isHelp ? 0 : 2
    return
  }
  try {
    const relay = await startRelay(process.env)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void relay.close())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
