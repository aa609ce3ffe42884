import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import type { Logger, Sampler } from '@svc/agent-sdk'
import type { GpuReport } from '@svc/protocol'
import { makeRounds, queriedFields } from './gpu-csv.ts'

/** Seconds between rounds of the tool, as often as the agent reports. */
const roundSeconds = 3

export interface GpuOptions {
  readonly command?: string
  /** milliseconds of a clock that never jumps */
  readonly now?: () => number
  /** milliseconds before the tool is started again, by how often it failed in a row */
  readonly wait?: (failures: number) => number
  /** milliseconds after which a report is too old to send, and a silent tool is ended */
  readonly patience?: number
}

const standardWait = (failures: number) => Math.min(1000 * 2 ** failures, 300_000)

/**
 * NVIDIA devices, through the driver's own tool: one long-running child that prints a line per device and round. It is
 * started with the first sample, connected or not, and again when it dies. Nothing is reported while it does not run.
 */
export function makeGpu(log: Logger, options: GpuOptions = {}): { sampler: Sampler; close(): void } {
  const { command = 'nvidia-smi', now = performance.now.bind(performance), wait = standardWait } = options
  const { patience = 5 * roundSeconds * 1000 } = options
  const end = new AbortController()
  let isStarted = false
  let latest: { report: Static<typeof GpuReport>; at: number } | undefined

  /** Runs the tool until it ends; resolves to whether it told anything. */
  function runOnce(signal: AbortSignal): Promise<boolean> {
    const args = [`--query-gpu=${queriedFields}`, '--format=csv,noheader,nounits', '-l', String(roundSeconds)]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' })
    const silence = setTimeout(() => child.kill('SIGKILL'), patience)
    const take = makeRounds()
    let hasReported = false
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = take(line)
      if (!report) return
      silence.refresh()
      hasReported = true
      latest = { report, at: now() }
    })
    return new Promise((resolve) => {
      child.on('error', (error) => {
        if (!signal.aborted) log.warn({ reason: error.message }, `${command} cannot be run`)
      })
      child.on('close', () => {
        clearTimeout(silence)
        resolve(hasReported)
      })
    })
  }

  async function keepRunning(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (await runOnce(signal)) failures = 0
      latest = undefined
      if (signal.aborted) return
      log.debug(`${command} ended and will be started again`)
      await sleep(wait(failures), undefined, { signal }).catch(() => {})
    }
  }

  return {
    sampler: {
      name: 'gpu',
      sample: () => {
        if (!isStarted) void keepRunning(end.signal)
        isStarted = true
        return { gpu: latest && now() - latest.at <= patience ? latest.report : null }
      },
    },
    close: () => end.abort(),
  }
}
