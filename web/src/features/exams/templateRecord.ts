import type { ExamTemplate, NewExamTemplate } from '@/api/generated';

export const longestName = 200;

/** A template as its form holds it. */
export interface TemplateForm {
  name: string;
  description: string;
  vitals_template: string;
  ros_template: string;
  pe_template: string;
}

export const blankTemplate: TemplateForm = {
  name: '',
  description: '',
  vitals_template: '',
  ros_template: '',
  pe_template: '',
};

export const templateFields = Object.keys(blankTemplate) as (keyof TemplateForm)[];

export const templateLabels: Record<keyof TemplateForm, string> = {
  name: 'Name',
  description: 'Description',
  vitals_template: 'Vitals',
  ros_template: 'Review of systems',
  pe_template: 'Physical exam',
};

export function fromTemplate(template: ExamTemplate): TemplateForm {
  const { name, description, vitals_template, ros_template, pe_template } = template;
  return {
    name,
    description: description ?? '',
    vitals_template: vitals_template ?? '',
    ros_template: ros_template ?? '',
    pe_template: pe_template ?? '',
  };
}

export function toNewTemplate({
  name,
  description,
  vitals_template,
  ros_template,
  pe_template,
}: TemplateForm): NewExamTemplate {
  return {
    name,
    description: description || null,
    vitals_template: vitals_template || null,
    ros_template: ros_template || null,
    pe_template: pe_template || null,
  };
}
