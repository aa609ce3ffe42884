export { isForbiddenAddress } from './forbidden-address.js'
export { type ProbeTarget, parseProbeTarget } from './target.js'
