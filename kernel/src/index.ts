export { createKernel, type Kernel, type KernelOptions } from './kernel.ts'
export { type Run, type RunOptions, runKernel } from './run.ts'
