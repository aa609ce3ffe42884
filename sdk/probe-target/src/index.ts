export { isForbiddenAddress } from './forbidden-address.ts'
export { type ProbeTarget, parseProbeTarget } from './target.ts'
