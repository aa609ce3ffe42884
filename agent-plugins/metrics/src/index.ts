import { Type } from '@sinclair/typebox'
import { defineAgentPlugin } from '@svc/agent-sdk'
import { makeAddressWatch } from './addresses.ts'
import { makeGpus } from './gpus.ts'

const config = Type.Object({
  collector: Type.Object({
    enable_gpu: Type.Boolean({
      default: false,
      description: 'read GPUs: NVIDIA through `nvidia-smi`, AMD and Intel through their drivers',
    }),
    enable_temperature: Type.Boolean({ default: true, description: 'read temperature sensors' }),
  }),
})

/** The fields of the periodic report and the facts of `SystemInfo`. Declares no capability: every agent reports. */
export default defineAgentPlugin({
  id: 'metrics',
  config,
  async setup({ config: { collector }, log }) {
    // Import by platform: the library for the others costs 10 MB that Linux does not need.
    const host =
      process.platform === 'linux'
        ? (await import('./linux.ts')).makeLinux({ temperature: collector.enable_temperature })
        : (await import('./portable.ts')).makePortable({ temperature: collector.enable_temperature })
    const gpu = collector.enable_gpu ? makeGpus(log) : undefined
    const addresses = makeAddressWatch()
    return {
      samplers: gpu ? [...host.samplers, gpu.sampler] : host.samplers,
      facts: async () => ({ ...(await host.facts()), ...addresses.read() }),
      connected: addresses.watch,
      close() {
        gpu?.close()
        host.close()
      },
    }
  },
})
