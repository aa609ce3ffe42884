import {
  api,
  Button,
  EmptyState,
  errorText,
  PageHeader,
  PageLink,
  toError,
  usePageParams,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { CircleCheck, Fingerprint, Link2Off } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { openForRegistration, sealForRegistration } from '../../src/end-to-end.ts'
import { passkeyPage, terminalPage } from '../pages.ts'
import { addCommand } from './approval.tsx'
import { canUsePasskeys, createPasskey } from './authenticator.ts'

type State =
  | { readonly kind: 'waiting' | 'busy' | 'done' | 'cancelled' | 'exists' | 'unsupported' }
  | { readonly kind: 'failed'; readonly error: Error }

/** 32 bytes as base64url. */
const tokenPattern = /^[\w-]{43}$/

/** Both steps go through the server, which sees neither the secret nor what is said. */
async function register(
  serverId: string,
  token: string,
): Promise<State['kind'] & ('done' | 'cancelled' | 'exists' | 'unsupported')> {
  if (!(await canUsePasskeys())) return 'unsupported'
  const relay = async (step: 'begin' | 'finish', content: unknown) => {
    const path = `/api/terminal/passkeys/${encodeURIComponent(serverId)}`
    const sealed = await sealForRegistration(token, step, content)
    const { data } = await api<{ data: string }>('POST', path, { step, data: sealed })
    return openForRegistration(token, step === 'begin' ? 'options' : 'done', data)
  }
  const created = await createPasskey(await relay('begin', {}))
  if (created === undefined) return 'cancelled'
  if (created === 'exists') return 'exists'
  await relay('finish', created)
  return 'done'
}

/** Creates a passkey for the terminal of a host, from the link of `svc-agent passkey add`. */
export default function PasskeyPage(): ReactNode {
  const { serverId } = usePageParams(passkeyPage)
  const t = useT()
  const server = useServer(serverId)
  const [token] = useState(() => window.location.hash.slice(1))
  const [state, setState] = useState<State>({ kind: 'waiting' })
  // The secret neither stays in the address nor in the history.
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  const create = async () => {
    setState({ kind: 'busy' })
    try {
      setState({ kind: await register(serverId, token) })
    } catch (error) {
      setState({ kind: 'failed', error: toError(error) })
    }
  }
  const name = server?.name ?? ''
  return (
    <>
      <PageHeader title={t('passkey.of', { name })} />
      <div className="panel">
        {state.kind === 'done' ? (
          <div role="status">
            <EmptyState
              icon={CircleCheck}
              title={t('passkey.done')}
              description={t('passkey.doneHint', { name })}
              action={
                <Button asChild variant="primary">
                  <PageLink page={terminalPage} params={{ serverId }}>
                    {t('page.open')}
                  </PageLink>
                </Button>
              }
            />
          </div>
        ) : tokenPattern.test(token) ? (
          <EmptyState
            icon={Fingerprint}
            title={t('passkey.create', { name })}
            description={
              <>
                <p>{t('passkey.hint')}</p>
                <p role="alert" className="mt-3 text-danger empty:hidden">
                  {state.kind === 'failed' && errorText(state.error, t)}
                  {(state.kind === 'cancelled' || state.kind === 'exists' || state.kind === 'unsupported') &&
                    t(`passkey.${state.kind}`)}
                </p>
              </>
            }
            action={
              <Button variant="primary" autoFocus disabled={state.kind === 'busy'} onClick={() => void create()}>
                {t(state.kind === 'busy' ? 'passkey.creating' : 'passkey.button')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={Link2Off}
            title={t('passkey.noLink')}
            description={t('passkey.noLinkHint')}
            commands={[{ text: t('passkey.command'), command: addCommand }]}
          />
        )}
      </div>
    </>
  )
}
