import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '@/features/site/contact/contact-page'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/contact')({ component: Contact })

function Contact() {
  usePageTitle('Contact')
  return <ContactPage />
}
