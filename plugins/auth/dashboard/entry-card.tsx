import { useBrand } from '@svc/dashboard-sdk'
import { type ReactNode, useId } from 'react'

/** Full-page card of the sign-in and onboarding pages: brand and one form. */
export function EntryCard(props: { title: string; lead: string; children: ReactNode }): ReactNode {
  const { title, lead, children } = props
  const brand = useBrand()
  return (
    <div className="relative grid min-h-dvh place-items-center overflow-hidden px-4 py-16">
      <Backdrop />
      <div className="relative w-full max-w-[23rem] animate-rise">
        <p className="mb-5 flex items-center gap-2.5 px-1">
          {brand.logo_path && <img src={brand.logo_path} alt="" className="size-7 object-contain" />}
          <span className="font-semibold text-[1.125rem] tracking-tight">{brand.title}</span>
        </p>
        <section className="panel p-6 shadow-pop">
          <h1 className="font-semibold text-[1.25rem] leading-7 tracking-tight">{title}</h1>
          <p className="mt-1 mb-6 text-muted text-sm">{lead}</p>
          {children}
        </section>
        {brand.footer_text && <p className="mt-5 px-1 text-center text-faint text-xs">{brand.footer_text}</p>}
      </div>
    </div>
  )
}

// Chart paper fading towards the edges, with one line across it.
function Backdrop() {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full text-ink [mask-image:radial-gradient(70%_60%_at_50%_45%,black,transparent)]"
    >
      <defs>
        <pattern id={`${id}-fine`} width="24" height="24" patternUnits="userSpaceOnUse">
          <path d="M24 .5H0M.5 0V24" stroke="currentColor" strokeOpacity=".045" fill="none" />
        </pattern>
        <pattern id={`${id}-wide`} width="120" height="120" patternUnits="userSpaceOnUse">
          <rect width="120" height="120" fill={`url(#${id}-fine)`} />
          <path d="M120 .5H0M.5 0V120" stroke="currentColor" strokeOpacity=".07" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id}-wide)`} />
      <svg x="50%" y="50%" overflow="visible" aria-hidden="true">
        <path
          d="M-1000 96H-420l24-9 20 15 26-70 30 128 26-82 18 18H-60l26-40 24 64 20-24H180l22-12 20 18 24-96 30 150 24-74 20 14H1000"
          fill="none"
          stroke="var(--accent)"
          strokeOpacity=".38"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </svg>
  )
}
