import type { ReactNode } from 'react'
import { PageTitle } from '#kit/web/page-title.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'

/** A page for users who are not signed in: one question on a card. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center p-4">
      <PageTitle of={title} />
      <div className="grid w-full max-w-sm gap-6 rounded-md border border-line bg-surface p-6 sm:p-8">
        <header className="grid gap-3">
          <div className="flex w-full items-start justify-between">
            <Mark className="size-12" />
            <LanguageSwitch />
          </div>
          <h1 className="text-title font-strong">{title}</h1>
        </header>
        {children}
      </div>
    </main>
  )
}
