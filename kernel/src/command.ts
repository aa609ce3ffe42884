import { parseArgs } from 'node:util'
import { closestMatch, didYouMean } from '@svc/config'
import { type Check, CodedError, type Command, type CommandTerminal } from '@svc/plugin-sdk'
import { BootError, reasonOf } from './boot-error.ts'
import { isApiError, toErrorResponse } from './http/error-response.ts'
import { createKernel, type Kernel, type KernelOptions } from './kernel.ts'
import type { RenderText } from './texts.ts'

type CommandKernelOptions = Omit<KernelOptions, 'restart'>

const routes = (kernel: Kernel): Command => ({
  name: 'routes',
  summary: 'prints METHOD PATH ACCESS PLUGIN of every route, one per line; WS is a WebSocket',
  options: {},
  run: async () => (await kernel.routes()).join('\n'),
})

const commandsOf = (kernel: Kernel): Command[] => [
  routes(kernel),
  ...kernel.running.flatMap((plugin) => plugin.parts?.commands ?? []),
]

/** A kernel that is set up and not started: no application, no jobs, no `ready`. */
async function withKernel<T>(options: CommandKernelOptions, use: (kernel: Kernel) => Promise<T>): Promise<T> {
  const kernel = await createKernel({ ...options, restart: () => {} })
  try {
    return await use(kernel)
  } finally {
    await kernel.close()
  }
}

const usageOf = ({ name, options, arguments: names = [] }: CommandSyntax): string =>
  [name, ...names.map((one) => one.toUpperCase()), ...Object.keys(options).map((option) => `[--${option} VALUE]`)].join(
    ' ',
  )

/** A command without what it does. */
export type CommandSyntax = Pick<Command, 'name' | 'summary' | 'options' | 'arguments' | 'isDetached' | 'isExclusive'>

function parse(command: CommandSyntax, args: readonly string[]): Record<string, string | undefined> {
  const { name, options, arguments: names = [] } = command
  try {
    const parsed = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' as const }]))
    const allowPositionals = names.length > 0
    const { values, positionals } = parseArgs({ args: [...args], options: parsed, strict: true, allowPositionals })
    if (positionals.length !== names.length) throw new Error(`usage: svc-server ${usageOf(command)}`)
    return { ...values, ...Object.fromEntries(names.map((one, index) => [one, positionals[index]])) }
  } catch (error) {
    const usage = Object.entries(options).map(([option, help]) => `  --${option} VALUE  ${help}`)
    throw new BootError(`${name}: ${reasonOf(error)}\n${usage.join('\n')}`)
  }
}

/** What an error says to the user who ran the command; undefined for a bug. */
function sentenceOf(error: unknown, render: RenderText): string | undefined {
  if (isApiError(error)) return toErrorResponse(error, render).body.error.message
  if (error instanceof CodedError) return render(error.text)
  return error instanceof Error && error.name === 'Error' ? error.message : undefined
}

/** The line of progress, on a terminal only. */
function makeTerminal(): CommandTerminal & { clear(): void } {
  const { stderr } = process
  const write = (text: string) => void (stderr.isTTY && stderr.write(`\r\x1b[K${text}`))
  return { progress: write, clear: () => write('') }
}

/** Runs a command; a bug keeps its stack. */
async function attempt(
  command: Command,
  options: Record<string, string | undefined>,
  render: RenderText,
): Promise<string> {
  const terminal = makeTerminal()
  try {
    return await command.run(options, terminal)
  } catch (error) {
    const sentence = sentenceOf(error, render)
    throw sentence === undefined ? error : new BootError(sentence)
  } finally {
    terminal.clear()
  }
}

/** The named command and its parsed options; throws for an unknown command or option. */
function parseCommand<T extends CommandSyntax>(commands: readonly T[], name: string, args: readonly string[]) {
  const command = commands.find((each) => each.name === name)
  if (command) return { command, parsed: parse(command, args) }
  const names = commands.map((each) => each.name)
  throw new BootError(`unknown command ${name}${didYouMean(closestMatch(name, names))}; see svc-server --help`)
}

/** Throws for an unknown command or option. */
export function checkCommand(commands: readonly CommandSyntax[], name: string, args: readonly string[]): void {
  parseCommand(commands, name, args)
}

/** Runs `use` with the checks of all plugins that run with these options. */
export const withChecks = <T>(
  options: CommandKernelOptions,
  use: (checks: readonly Check[]) => Promise<T>,
): Promise<T> => withKernel(options, (kernel) => use(kernel.running.flatMap((plugin) => plugin.parts?.checks ?? [])))

/** Runs a command and returns what it prints. */
export const runCommand = (options: CommandKernelOptions, name: string, args: readonly string[]): Promise<string> =>
  withKernel(options, async (kernel) => {
    const { command, parsed } = parseCommand(commandsOf(kernel), name, args)
    return attempt(command, parsed, kernel.renderText)
  })

/** The commands of all plugins that run with these options. */
export const commandSyntax = (options: CommandKernelOptions): Promise<CommandSyntax[]> =>
  withKernel(options, async (kernel) => commandsOf(kernel))

/** The help of a command. */
export const commandHelp = (command: CommandSyntax): string =>
  `  svc-server ${usageOf(command)}\n      ${command.summary}`
