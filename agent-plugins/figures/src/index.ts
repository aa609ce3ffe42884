import { defineAgentPlugin, type Link, type Logger } from '@svc/agent-sdk'
import { Figures } from '@svc/protocol'
import { type Collector, config } from './collector-config.ts'
import { makeParser, type Parse } from './parse-value.ts'
import { readText, runProgram } from './read-source.ts'

const defaults = { unit: '', kind: 'gauge', interval: 60, timeout: 10 } as const

interface Prepared {
  readonly collector: Collector
  readonly parse: Parse
}

/** Throws an error that names the collector and the rule. */
function prepare(collector: Collector, all: readonly Collector[]): Prepared {
  const { name, file, command, parser = 'number', select, timeout = defaults.timeout } = collector
  const { interval = defaults.interval } = collector
  const fail = (rule: string): never => {
    throw new Error(`figures.collectors: ${name}: ${rule}`)
  }
  if (all.filter((other) => other.name === name).length > 1) fail('the name is used twice')
  if ((file === undefined) === (command === undefined)) fail('set either file or command')
  if (timeout > interval) fail(`timeout must be at most interval (${interval} s)`)
  try {
    return { collector, parse: makeParser(parser, select) }
  } catch (error) {
    return fail((error as Error).message)
  }
}

async function collect({ collector, parse }: Prepared, signal: AbortSignal): Promise<number> {
  const { file, command = [], timeout = defaults.timeout } = collector
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout * 1000)])
  try {
    return parse(file === undefined ? await runProgram(command, limit) : await readText(file, limit))
  } catch (error) {
    if (limit.aborted && !signal.aborted) throw new Error(`no result within ${timeout} s`)
    throw error
  }
}

/** Collects one figure until the connection ends. A failure is logged once, until it works again. */
function start(prepared: Prepared, link: Link, log: Logger): void {
  const { name, unit = defaults.unit, kind = defaults.kind, interval = defaults.interval } = prepared.collector
  let isBusy = false
  let isFailing = false
  const run = async () => {
    if (isBusy) return
    isBusy = true
    try {
      const value = await collect(prepared, link.signal)
      link.send(Figures, { figures: [{ name, unit, kind, value }] })
      isFailing = false
    } catch (error) {
      if (!isFailing && !link.signal.aborted)
        log.warn({ figure: name, reason: (error as Error).message }, 'collector failed')
      isFailing = true
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => void run(), interval * 1000)
  link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  void run()
}

/** Reports numbers that agent.toml names: from files, and from what commands print. */
export default defineAgentPlugin({
  id: 'figures',
  config,
  setup({ config: { figures }, log }) {
    const prepared = figures.collectors.map((collector) => prepare(collector, figures.collectors))
    if (prepared.length === 0) return { unavailable: { figures: 'figures.collectors is empty' } }
    return {
      features: () => ['figures'],
      connected(link) {
        for (const each of prepared) start(each, link, log)
      },
    }
  },
})
