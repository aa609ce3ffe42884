import { Type } from '@sinclair/typebox'

export const metricsConfig = Type.Object({
  collector: Type.Object({
    /** read NVIDIA GPUs with nvidia-smi */
    enable_gpu: Type.Boolean({ default: false }),
    enable_temperature: Type.Boolean({ default: true }),
  }),
})
