export { createKernel, type Kernel, type KernelOptions } from './kernel.js'
export { type Run, type RunOptions, runKernel } from './run.js'
