import { ApiFailure, usePageSearch, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { EntryCard } from '../entry-card.tsx'
import { signInPage } from '../pages.ts'
import { CodeStep } from './code-step.tsx'
import { keptNext } from './kept-next.ts'
import { oauthErrorText } from './oauth-error.ts'
import { type Credentials, PasswordStep } from './password-step.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SettledAccount } from './settled-account.tsx'
import { useEnter } from './use-enter.ts'
import { titleOf, useProviders } from './use-providers.ts'

/**
 * Sign-in: by password or at a provider, and then by a second factor when the account has one. The address keeps where
 * to go; the rules of the shell lead there, or to onboarding.
 */
export default function SignInPage(): ReactNode {
  const t = useT()
  const enter = useEnter()
  const [search, setSearch] = usePageSearch(signInPage)
  const { next, oauth_error: refused, second_factor: provider } = search
  const [known, setKnown] = useState<Credentials>()
  const [notice, setNotice] = useState<string>()
  const titles = useProviders()

  // Told once: a reload or a shared address does not tell it again. And told after the page is there, to be heard.
  useEffect(() => {
    if (refused === undefined) return
    setNotice(oauthErrorText(refused))
    setSearch({ oauth_error: undefined, next: next ?? keptNext() })
  }, [refused, next, setSearch])

  if (known) {
    return (
      <EntryCard title={t('signIn.codeTitle')} lead={t('signIn.codeLead')}>
        <CodeStep
          key="password"
          account={<SettledAccount name={known.username} />}
          send={(code) => enter('/api/auth/login', { ...known, totp_code: code })}
          onBack={() => setKnown(undefined)}
        />
      </EntryCard>
    )
  }

  if (provider) {
    const title = titles?.find(({ id }) => id === provider)?.title ?? titleOf(provider)
    const back = (why?: string) => {
      setNotice(why)
      setSearch({ second_factor: undefined })
    }
    const send = async (code: string) => {
      try {
        await enter('/api/auth/oauth/second-factor', { totp_code: code })
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 400) return back('signIn.over')
        throw failure
      }
    }
    return (
      <EntryCard title={t('signIn.codeTitle')} lead={t('signIn.codeLead')}>
        <CodeStep
          key="provider"
          account={<SettledAccount name={title} provider={provider} />}
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
        onNoticed={() => setNotice(undefined)}
        onCodeWanted={(credentials) => {
          setNotice(undefined)
          setKnown(credentials)
        }}
      />
      <ProviderButtons next={next} />
    </EntryCard>
  )
}
