import { type ReactNode, useId } from 'react'

/** A heading with what is now beside what was. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      <div className="grid gap-4 xl:grid-cols-2">{children}</div>
    </section>
  )
}
