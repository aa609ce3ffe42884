import { Button, cn, Field, Form, Input, Select, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { HistoryEntry, StartTrace } from '@svc/plugin-traceroute/contract'
import { ChevronDown, Route } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  defaultPorts,
  defaultRounds,
  type Flow,
  flowNames,
  maxHops,
  type Protocol,
  protocolNames,
} from '../../src/wire.ts'
import { tracesPath } from '../paths.ts'

/** Texts of the controls; empty ones stand for the default. */
interface StartDraft {
  target: string
  protocol: Protocol
  flow: Flow
  port: string
  rounds: string
  max_hops: string
  ip_version: '' | '4' | '6'
}

const empty: StartDraft = {
  target: '',
  protocol: 'icmp',
  flow: 'paris',
  port: '',
  rounds: '',
  max_hops: '',
  ip_version: '',
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

function inputOf({ target, protocol, flow, port, rounds, max_hops, ip_version }: StartDraft): StartTrace {
  return {
    target: target.trim(),
    protocol,
    flow,
    ...(protocol !== 'icmp' && numberOf(port) !== undefined && { port: Number(port) }),
    ...(numberOf(rounds) !== undefined && { rounds: Number(rounds) }),
    ...(numberOf(max_hops) !== undefined && { max_hops: Number(max_hops) }),
    ...(ip_version !== '' && { ip_version: ip_version === '4' ? 4 : 6 }),
  }
}

/** Starts a trace. */
export function StartForm(props: {
  serverId: string
  /** why none can be started now */
  obstacle: string | undefined
  /** the history, for a new trace to the same target */
  recent: readonly HistoryEntry[]
  onStarted: (requestId: string) => void
}): ReactNode {
  const { serverId, obstacle, recent, onStarted } = props
  const t = useT()
  const [showsOptions, setShowsOptions] = useState(false)
  const path = tracesPath(serverId)
  const start = useMutate<StartTrace, { request_id: string }>('POST', path, {
    invalidates: [path],
    onFailed: () => undefined,
  })
  const form = useForm<StartDraft, { request_id: string }>({
    values: empty,
    validate: (draft) => ({ target: draft.target.trim() ? undefined : t('form.targetRequired') }),
    submit: (draft) => start.mutateAsync(inputOf(draft)),
    onSubmitted: ({ request_id }, draft) => {
      form.startOver(draft)
      onStarted(request_id)
    },
  })
  const { protocol } = form.draft
  return (
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
        <Button
          type="submit"
          variant="primary"
          busy={form.isSubmitting}
          disabled={obstacle !== undefined}
          className="mt-6.5"
        >
          <Route aria-hidden />
          {t('form.start')}
        </Button>
      </div>
      {obstacle !== undefined && (
        <p role="status" className="text-muted text-sm">
          {obstacle}
        </p>
      )}
      <Recent
        entries={recent}
        onChosen={({ target, protocol: name, port }) =>
          form.set({
            target,
            protocol: protocolNames.find((one) => one === name) ?? 'icmp',
            port: port === null ? '' : String(port),
          })
        }
      />
      <div>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={showsOptions}
          onClick={() => setShowsOptions(!showsOptions)}
          className="-ml-2.5"
        >
          <ChevronDown aria-hidden className={cn('transition-transform', showsOptions && 'rotate-180')} />
          {t(showsOptions ? 'form.hideOptions' : 'form.options')}
        </Button>
        {showsOptions && (
          <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
            <div className="sm:col-span-2 lg:col-span-1">
              <Field label={t('form.flow')} hint={t(`flowHint.${form.draft.flow}`)}>
                <Select {...form.register('flow')}>
                  {flowNames.map((name) => (
                    <option key={name} value={name}>
                      {t(`flow.${name}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            {protocol !== 'icmp' && (
              <Field label={t('form.port')} error={form.error('port')}>
                <Input {...form.register('port')} inputMode="numeric" placeholder={String(defaultPorts[protocol])} />
              </Field>
            )}
            <Field label={t('form.rounds')} error={form.error('rounds')}>
              <Input {...form.register('rounds')} inputMode="numeric" placeholder={String(defaultRounds)} />
            </Field>
            <Field label={t('form.maxHops')} error={form.error('max_hops')}>
              <Input {...form.register('max_hops')} inputMode="numeric" placeholder={String(maxHops)} />
            </Field>
            <Field label={t('form.ipVersion')}>
              <Select {...form.register('ip_version')}>
                <option value="">{t('form.ipAny')}</option>
                <option value="4">IPv4</option>
                <option value="6">IPv6</option>
              </Select>
            </Field>
          </div>
        )}
      </div>
    </Form>
  )
}

const maxRecent = 6

/** The last targets, each once with its protocol. */
function Recent(props: { entries: readonly HistoryEntry[]; onChosen: (entry: HistoryEntry) => void }) {
  const { entries, onChosen } = props
  const t = useT()
  const distinct = [
    ...new Map(entries.toReversed().map((entry) => [nameOf(entry), entry] as const)).entries(),
  ].toReversed()
  if (distinct.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-faint text-xs">{t('form.recent')}</span>
      {distinct.slice(0, maxRecent).map(([name, entry]) => (
        <Button key={name} size="sm" className="max-w-full" onClick={() => onChosen(entry)}>
          <span className="truncate">{name}</span>
        </Button>
      ))}
    </div>
  )
}

const nameOf = ({ target, protocol, port }: HistoryEntry) =>
  `${target} · ${protocol.toUpperCase()}${port === null ? '' : ` ${port}`}`
