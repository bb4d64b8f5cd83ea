import { t } from '#kit/web/language.ts'
import { SectionLinks } from '#kit/web/ui/section-links.tsx'
import { say } from '../copy.ts'

/** The pages of deployment. */
export const DeploymentSections = () => (
  <SectionLinks
    label={t(say.sections)}
    sections={[
      { to: '/deployment', text: t(say.deployment), isExact: true },
      { to: '/deployment/plan', text: t(say.plan) },
      { to: '/deployment/milestones', text: t(say.milestones) },
    ]}
  />
)
