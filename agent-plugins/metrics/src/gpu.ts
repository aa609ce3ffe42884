import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import type { Logger, Sampler } from '@svc/agent-sdk'
import type { GpuReport } from '@svc/protocol'
import { makeRoundCollector, queriedFields } from './gpu-csv.ts'

/** Query interval of the tool, equal to the report interval. */
const roundSeconds = 3

export interface GpuOptions {
  readonly command?: string
  /** monotonic clock, in milliseconds */
  readonly now?: () => number
  /** delay before restarting the tool, by consecutive failures */
  readonly wait?: (failures: number) => number
  /** after this time a report is stale, and a tool without output is killed */
  readonly staleAfterMs?: number
}

const defaultBackoff = (failures: number) => Math.min(1000 * 2 ** failures, 300_000)

/**
 * NVIDIA GPUs, read from a long-running `nvidia-smi` process that prints a line per device and round. It is started with
 * the first sample and restarted when it exits. `gpu` is null while it is not running.
 */
export function makeGpu(log: Logger, options: GpuOptions = {}): { sampler: Sampler; close(): void } {
  const { command = 'nvidia-smi', now = performance.now.bind(performance), wait = defaultBackoff } = options
  const { staleAfterMs = 5 * roundSeconds * 1000 } = options
  const controller = new AbortController()
  let isStarted = false
  let latest: { report: Static<typeof GpuReport>; at: number } | undefined

  /** Runs the tool until it exits. Resolves to whether it reported anything. */
  function runOnce(signal: AbortSignal): Promise<boolean> {
    const args = [`--query-gpu=${queriedFields}`, '--format=csv,noheader,nounits', '-l', String(roundSeconds)]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' })
    const silenceTimer = setTimeout(() => child.kill('SIGKILL'), staleAfterMs)
    const collectRound = makeRoundCollector()
    let hasReported = false
    let begun = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (begun + text).split(/\r?\n/)
      begun = lines.pop() ?? ''
      for (const line of lines) {
        const report = collectRound(line)
        if (!report) continue
        silenceTimer.refresh()
        hasReported = true
        latest = { report, at: now() }
      }
    })
    return new Promise((resolve) => {
      child.on('error', (error) => {
        if (!signal.aborted) log.warn({ reason: error.message }, `failed to run ${command}`)
      })
      child.on('close', () => {
        clearTimeout(silenceTimer)
        resolve(hasReported)
      })
    })
  }

  async function keepRunning(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (await runOnce(signal)) failures = 0
      latest = undefined
      if (signal.aborted) return
      log.debug(`${command} exited and will be restarted`)
      await sleep(wait(failures), undefined, { signal }).catch(() => {})
    }
  }

  return {
    sampler: {
      name: 'gpu',
      sample: () => {
        if (!isStarted) void keepRunning(controller.signal)
        isStarted = true
        return { gpu: latest && now() - latest.at <= staleAfterMs ? latest.report : null }
      },
    },
    close: () => controller.abort(),
  }
}
