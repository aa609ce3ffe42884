import { Button, EmptyState, useT } from '@svc/dashboard-sdk'
import { Link } from '@tanstack/react-router'
import { Compass, PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'

/** A path that no running plugin serves. */
export function NotFoundPage(): ReactNode {
  const t = useT('shell')
  return (
    <div className="mx-auto mt-[12vh] max-w-lg">
      <EmptyState
        icon={Compass}
        title={<h1>{t('notFound.title')}</h1>}
        description={t('notFound.text')}
        action={
          <Button asChild>
            <Link to="/">{t('notFound.back')}</Link>
          </Button>
        }
      />
    </div>
  )
}

/** Signed in, but no running plugin provides a page. */
export function NoHomePage(): ReactNode {
  const t = useT('shell')
  return (
    <div className="mx-auto mt-[12vh] max-w-lg">
      <EmptyState icon={PanelsTopLeft} title={<h1>{t('noHome.title')}</h1>} description={t('noHome.text')} />
    </div>
  )
}
