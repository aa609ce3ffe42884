export { canonicalAddress } from './address.ts'
export { isForbiddenAddress, isGlobalAddress, isMetadataAddress } from './forbidden-address.ts'
export { describeRule, type TargetRule } from './rules.ts'
export { type ProbeTarget, type ProbeType, parseProbeTarget } from './target.ts'
