"""Events of officiating: appeals, conduct, proposals of rulings, and the boards assigned to officials."""
