import { ApiError, Button, usePageSearch, useT } from '@svc/dashboard-sdk'
import { UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { EntryCard } from '../entry-card.tsx'
import { signInPage } from '../pages.ts'
import { CodeStep } from './code-step.tsx'
import { oauthAddress } from './oauth-address.ts'
import { oauthErrorText } from './oauth-error.ts'
import { type Credentials, PasswordStep } from './password-step.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { savedNext, saveNext } from './saved-next.ts'
import { titleOf, useProviders } from './use-providers.ts'
import { useSignIn } from './use-sign-in.ts'

/** Buttons of the sign-in providers. They are links, because the browser leaves for the provider. */
function ProviderButtons({ next }: { next: string | undefined }): ReactNode {
  const t = useT()
  const providers = useProviders()
  if (!providers || providers.length === 0) return null
  return (
    <div className="mt-5 animate-fade">
      <p className="mb-5 flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signIn.or')}
      </p>
      <ul className="flex flex-col gap-2.5">
        {providers.map(({ id, title }) => (
          <li key={id}>
            <Button asChild size="lg" className="w-full max-md:h-11">
              <a href={oauthAddress(id, { next })} onClick={() => saveNext(next)}>
                <ProviderIcon id={id} />
                <span className="truncate">{t('signIn.with', { provider: title })}</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The account chosen in the first step, shown read-only in the second. */
function AccountLabel({ name, provider }: { name: string; provider?: string }): ReactNode {
  const t = useT()
  return (
    <span className="flex items-center gap-2">
      {provider ? (
        <ProviderIcon id={provider} className="text-muted" />
      ) : (
        <UserRound className="size-4 shrink-0 text-muted" aria-hidden />
      )}
      <span className="min-w-0 truncate" data-tip={name}>
        <span className="sr-only">{t('signIn.as')} </span>
        {name}
      </span>
    </span>
  )
}

/**
 * Sign-in by password or provider, then by second factor if the account has one. The target path stays in the URL; the
 * shell's redirects lead there, or to onboarding.
 */
export default function SignInPage(): ReactNode {
  const t = useT()
  const signIn = useSignIn()
  const [search, setSearch] = usePageSearch(signInPage)
  const { next, oauth_error: oauthError, second_factor: provider } = search
  const [credentials, setCredentials] = useState<Credentials>()
  const [notice, setNotice] = useState<string>()
  const providers = useProviders()

  // Remove the error from the URL so that a reload does not repeat it. Set it in an effect, so that screen readers announce it.
  useEffect(() => {
    if (oauthError === undefined) return
    setNotice(oauthErrorText(oauthError))
    setSearch({ oauth_error: undefined, next: next ?? savedNext() })
  }, [oauthError, next, setSearch])

  if (credentials) {
    return (
      <EntryCard title={t('signIn.codeTitle')} lead={t('signIn.codeLead')}>
        <CodeStep
          key="password"
          account={<AccountLabel name={credentials.username} />}
          send={(code) => signIn('/api/auth/login', { ...credentials, totp_code: code })}
          onBack={() => setCredentials(undefined)}
        />
      </EntryCard>
    )
  }

  if (provider) {
    const title = providers?.find(({ id }) => id === provider)?.title ?? titleOf(provider)
    const back = (why?: string) => {
      setNotice(why)
      setSearch({ second_factor: undefined })
    }
    const send = async (code: string) => {
      try {
        await signIn('/api/auth/oauth/second-factor', { totp_code: code })
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return back('signIn.over')
        throw error
      }
    }
    return (
      <EntryCard title={t('signIn.codeTitle')} lead={t('signIn.codeLead')}>
        <CodeStep
          key="provider"
          account={<AccountLabel name={title} provider={provider} />}
          send={send}
          onBack={() => back()}
        />
      </EntryCard>
    )
  }

  return (
    <EntryCard title={t('signIn.title')} lead={t('signIn.lead')}>
      <PasswordStep
        notice={notice && t(notice)}
        onNoticeCleared={() => setNotice(undefined)}
        onCodeRequired={(accepted) => {
          setNotice(undefined)
          setCredentials(accepted)
        }}
      />
      <ProviderButtons next={next} />
    </EntryCard>
  )
}
