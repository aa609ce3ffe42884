import { type Format, type Translate, useFormat, useT } from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import type { ReactNode } from 'react'

type Fact = readonly [name: string, value: ReactNode]

const present = (facts: readonly (Fact | false)[]): Fact[] => facts.filter((fact) => fact !== false)

/** What is known of an event, by the key of its name. */
function factsOf(evidence: SecurityEvent['evidence'], t: Translate, format: Format): Fact[] {
  switch (evidence.kind) {
    case 'ssh_login': {
      const { auth_method, repeats, learning } = evidence
      return present([
        ['method', t(`method.${auth_method}`)],
        (repeats ?? 0) > 0 && ['repeats', format.number(repeats ?? 0)],
        learning === true && ['learning', t('fact.learningText')],
      ])
    }
    case 'ssh_brute_force':
      return present([
        ['failedCount', format.number(evidence.failed_count)],
        ['distinctUsers', format.number(evidence.distinct_users)],
        evidence.sample_users.length > 0 && ['sampleUsers', format.list(evidence.sample_users)],
        ['invalidUsers', format.number(evidence.invalid_user_count)],
        ['window', format.duration(evidence.window_seconds)],
        ['threshold', format.number(evidence.threshold)],
      ])
    case 'port_scan':
      return present([
        ['distinctPorts', format.number(evidence.distinct_ports)],
        evidence.sample_ports.length > 0 && ['samplePorts', evidence.sample_ports.join(', ')],
        ['attempts', format.number(evidence.total_attempts)],
        ['blocked', format.number(evidence.blocked_count)],
        ['window', format.duration(evidence.window_seconds)],
        ['threshold', format.number(evidence.threshold)],
      ])
    case 'sudo':
      return present([
        ['program', <code key="program">{evidence.program}</code>],
        evidence.target_user != null && ['target', evidence.target_user],
        ['outcome', t(`outcome.${evidence.outcome}`)],
        ['count', format.number(evidence.count)],
      ])
    case 'account_change':
      return present([
        ['change', t(`change.${evidence.action}`)],
        evidence.group != null && ['group', evidence.group],
        evidence.privileged && ['privileged', t('fact.privilegedText')],
      ])
  }
}

/** The evidence of an event. */
export function EvidenceList({ evidence }: { evidence: SecurityEvent['evidence'] }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {factsOf(evidence, t, format).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{t(`fact.${name}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </>
  )
}
