import { useApi, useLanguage } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { CapabilityView } from '../../src/capability-schema.ts'

export type Risk = CapabilityView['risk']

/** A capability with its texts in the language of the page. */
export interface Capability extends Omit<CapabilityView, 'texts'> {
  readonly texts: CapabilityView['texts'][string]
}

export interface CapabilitiesOfRisk {
  readonly risk: Risk
  readonly capabilities: readonly Capability[]
}

const risks: readonly Risk[] = ['high', 'medium', 'low']

/** The capabilities by risk, the highest risk first. */
export function byRisk(views: readonly CapabilityView[], language: string): readonly CapabilitiesOfRisk[] {
  const textsOf = ({ name, texts }: CapabilityView) =>
    texts[language] ?? texts.en ?? { name, short: name, description: '' }
  const capabilities = views.map((view): Capability => ({ ...view, texts: textsOf(view) }))
  return risks
    .map((risk) => ({ risk, capabilities: capabilities.filter((capability) => capability.risk === risk) }))
    .filter(({ capabilities }) => capabilities.length > 0)
}

const none: readonly CapabilityView[] = []

/** The capabilities of this installation by risk; empty while they load. */
export function useCapabilities(): readonly CapabilitiesOfRisk[] {
  const language = useLanguage()
  // They change only with the program.
  const { data = none } = useApi<readonly CapabilityView[]>('/api/capabilities', { staleTime: Infinity })
  return useMemo(() => byRisk(data, language), [data, language])
}
