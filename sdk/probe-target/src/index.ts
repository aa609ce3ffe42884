export { isForbiddenAddress } from './forbidden-address.ts'
export { type ProbeTarget, type ProbeType, parseProbeTarget } from './target.ts'
