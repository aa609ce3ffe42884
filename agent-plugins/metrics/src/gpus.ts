import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger, Sampler } from '@svc/agent-sdk'
import { makeDrmGpus } from './drm-gpu.ts'
import { type GpuOptions, makeGpu } from './gpu.ts'
import { summarize } from './gpu-csv.ts'

export interface AllGpuOptions extends GpuOptions {
  /** prefix of /sys, /proc and /usr; empty for this host */
  readonly root?: string
}

/**
 * All GPUs of a host: those of NVIDIA through its tool, those of AMD and Intel through files of the kernel. A host with the
 * latter only does not look for the tool.
 */
export function makeGpus(
  log: Logger,
  { root = '', ...options }: AllGpuOptions = {},
): { sampler: Sampler; close(): void } {
  const nvidia = makeGpu(log, options)
  const drm = makeDrmGpus({ root: root || '/', now: options.now ?? performance.now.bind(performance) })
  const hasNvidiaDriver = () => existsSync(join(root || '/', 'proc/driver/nvidia'))
  return {
    sampler: {
      name: 'gpu',
      async sample() {
        const others = await drm.read()
        const own = others.length === 0 || hasNvidiaDriver() ? ((await nvidia.sampler.sample()).gpu ?? null) : null
        if (others.length === 0) return { gpu: own }
        return { gpu: summarize([...(own?.detailed_info ?? []), ...others]) }
      },
      reset: drm.reset,
    },
    close: nvidia.close,
  }
}
