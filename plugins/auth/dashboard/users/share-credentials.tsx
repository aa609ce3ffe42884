import { CodeBlock, useT } from '@svc/dashboard-sdk'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** The credentials to share with a user. The password is shown here for the last time. */
export function ShareCredentials(props: { username: string; password: string; mustChange: boolean }): ReactNode {
  const { username, password, mustChange } = props
  const t = useT()
  const text = [
    `${t('users.handOver.address')}: ${window.location.origin}`,
    `${t('users.name')}: ${username}`,
    `${t('users.password')}: ${password}`,
  ].join('\n')
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-start gap-2.5 text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
        {t('users.handOver.text', { name: username })}
      </p>
      <CodeBlock text={text} label={t('users.handOver.label')} />
      <p className="text-faint text-xs">
        {t('users.handOver.once')} {t(mustChange ? 'users.handOver.mustChange' : 'users.handOver.mayKeep')}
      </p>
    </div>
  )
}
