import picture from './server.svg'

/** A figure of a server, below its picture. Both widgets of this collection look like this. */
export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div style={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '0.375rem', height: '100%' }}>
      <img src={picture} alt="" width={24} height={24} />
      <strong style={{ fontSize: '1.75rem', lineHeight: 1.2 }}>{value}</strong>
      <span style={{ color: 'var(--muted)' }}>{name}</span>
    </div>
  )
}
