import { ApiError, usePageSearch, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { EntryCard } from '../entry-card.tsx'
import { signInPage } from '../pages.ts'
import { AccountLabel } from './account-label.tsx'
import { CodeStep } from './code-step.tsx'
import { oauthErrorText } from './oauth-error.ts'
import { type Credentials, PasswordStep } from './password-step.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { savedNext } from './saved-next.ts'
import { titleOf, useProviders } from './use-providers.ts'
import { useSignIn } from './use-sign-in.ts'

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
