import { Button, EmptyState, useT } from '@svc/dashboard-sdk'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
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
