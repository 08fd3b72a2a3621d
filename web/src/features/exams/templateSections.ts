/** The three texts of an exam template, in the order of the exam form. */
export const templateSections = [
  { field: 'vitals_template', label: 'Vitals' },
  { field: 'ros_template', label: 'Review of systems' },
  { field: 'pe_template', label: 'Physical exam' },
] as const;
