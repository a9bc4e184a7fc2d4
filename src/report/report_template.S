// The built report page as bytes of this library; an empty file if it was not built.
    .section .rodata
    .balign 16
    .global invar_report_template
    .type invar_report_template, %object
invar_report_template:
    .incbin INVAR_REPORT_TEMPLATE
    .global invar_report_template_end
    .type invar_report_template_end, %object
invar_report_template_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
