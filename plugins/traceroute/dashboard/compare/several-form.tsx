import {
  api,
  Button,
  Card,
  errorText,
  Field,
  Form,
  Input,
  Select,
  ServerPicker,
  useForm,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { StartTrace } from '@svc/plugin-traceroute/contract'
import { Route } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Protocol, protocolNames } from '../../src/wire.ts'
import { tracesPath } from '../paths.ts'
import { maxCompared, type TraceRef } from './compare-search.ts'

interface Draft {
  target: string
  protocol: Protocol
  servers: readonly string[]
}

/** Starts a trace to one target from several servers. */
export function SeveralForm({ onStarted }: { onStarted: (traces: readonly TraceRef[]) => void }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const [refused, setRefused] = useState<readonly string[]>([])

  async function startAll({ target, protocol, servers }: Draft): Promise<readonly TraceRef[]> {
    setRefused([])
    const body: StartTrace = { target: target.trim(), protocol }
    const results = await Promise.allSettled(
      servers.map(async (serverId): Promise<TraceRef> => {
        const { request_id } = await api<{ request_id: string }>('POST', tracesPath(serverId), body)
        return { serverId, requestId: request_id }
      }),
    )
    const failures = results.flatMap((result, i) =>
      result.status === 'rejected' ? [{ name: names.get(servers[i] ?? '') ?? '', reason: result.reason as Error }] : [],
    )
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const [first] = failures
    // An invalid target is the same for all of them.
    if (started.length === 0 && first) throw first.reason
    setRefused(failures.map(({ name, reason }) => `${name}: ${errorText(reason, t)}`))
    return started
  }

  const form = useForm<Draft, readonly TraceRef[]>({
    values: { target: '', protocol: 'icmp', servers: [] },
    validate: ({ target, servers }) => ({
      target: target.trim() ? undefined : t('form.targetRequired'),
      servers:
        servers.length === 0
          ? t('compare.serversRequired')
          : servers.length > maxCompared
            ? t('compare.tooMany', { count: maxCompared })
            : undefined,
    }),
    submit: startAll,
    onSubmitted: (started, draft) => {
      form.startOver(draft)
      onStarted(started)
    },
  })
  return (
    <Card title={t('compare.formTitle')}>
      <Form form={form} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-56 flex-1">
            <Field label={t('form.target')} error={form.error('target')}>
              <Input
                {...form.register('target')}
                placeholder="example.com"
                maxLength={253}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
          </div>
          <Field label={t('form.protocol')} error={form.error('protocol')}>
            <Select {...form.register('protocol')}>
              {protocolNames.map((name) => (
                <option key={name} value={name}>
                  {name.toUpperCase()}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label={t('compare.servers')} error={form.error('servers')}>
          <ServerPicker
            label={t('compare.servers')}
            chosen={form.draft.servers}
            onChosen={(servers) => form.set({ servers })}
          />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={form.isSubmitting}>
            <Route aria-hidden />
            {t('form.start')}
          </Button>
        </div>
        {refused.length > 0 && (
          <ul role="alert" className="text-danger text-sm">
            {refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </Form>
    </Card>
  )
}
